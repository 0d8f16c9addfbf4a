// Runs the files named in one process and prints what came of each: `together.program.ts FILE…`.
import { runProcess } from '../support/run-file.ts'

process.stdout.write(JSON.stringify(await runProcess(process.argv.slice(2))))
