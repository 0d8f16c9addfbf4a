// Runs several test files in one process, one after the other; before the tests of each a mark tells the report whose they are.
import { test } from 'node:test'
import { fromRoot } from './project-root.ts'
import { beginningOf } from './report.ts'

for (const file of process.env.RECTO_TEST_FILES!.split(' ')) {
  test(beginningOf(file), () => undefined)
  try {
    await import(fromRoot(file))
  } catch (error) {
    test('the file can be read', () => {
      throw error
    })
  }
}
