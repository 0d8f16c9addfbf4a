// Says whether the machine it runs on has a way to the internet.
import { hasWayOut } from '../../src/auth/oauth/way-out.ts'

process.stdout.write(String(await hasWayOut()))
