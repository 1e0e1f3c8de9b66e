$script = @("SCRIPT"/L)
  #!/bin/sh
  echo "hello" \
    > /tmp/hello
  SCRIPTS
notice($script)
