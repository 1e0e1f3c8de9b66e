$packages = ['nginx']
if $packages.length == 1 {
  $packages = ['nginx', 'curl']
}
