// fast-check with the seed of the run: the same inputs in every run, others in each run at length.
import fc from 'fast-check'
import { chooseSeed } from './seed.ts'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: chooseSeed() })

export { fc }
