$ignored = ['lo', 'docker0']
$interfaces -= $ignored
