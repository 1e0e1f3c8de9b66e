$packages = ['nginx', 'curl']
install_packages($packages)
