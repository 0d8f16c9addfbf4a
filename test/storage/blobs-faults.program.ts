// Puts blobs while strace makes system calls fail, and prints what came of it.
import { openFilesystemBlobs } from '../../src/storage/filesystem.ts'
import { each } from './blobs.suite.ts'

const [folder = '', blob = '', count = '1'] = process.argv.slice(2)
const blobs = await openFilesystemBlobs(folder)
const put = () => blobs.put(each([Buffer.alloc(10_000, 1), Buffer.alloc(10_000, 2)]))
const nameOf = (error: unknown) => (error as Error).name

if (count === '1') {
  const first = await put().then(() => 'kept', nameOf)
  const second = await put().then(() => 'kept', nameOf)
  const read = String(await blobs.readStart(blob, 100))
  console.log(JSON.stringify({ first, second, read }))
} else {
  const answers = await Promise.allSettled(Array.from({ length: Number(count) }, put))
  const acknowledged = answers.filter(answer => answer.status === 'fulfilled')
  let kept = 0
  for (const { value } of acknowledged) if ((await blobs.size(value.blob)) === 20_000) kept += 1
  console.log(JSON.stringify({ acknowledged: acknowledged.length, kept }))
}
