import Commands
import Glibc

exit(Commands.run(.ofThisProcess()))
