tutti_shell_test(world.group_oracle group_oracle.sh)
