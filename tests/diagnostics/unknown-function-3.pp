$packages = ['nginx', 'curl']
ensure_packages($packages)
