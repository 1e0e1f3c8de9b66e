$valid = $path =~ /^\/srv\/[z-a]+$/
