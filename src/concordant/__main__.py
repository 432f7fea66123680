"""``python -m concordant``: the command line, where no script was put on the path."""

from concordant.cli.main import main

if __name__ == "__main__":
    main()
