// Every command follows from its operation or is written by hand with a reason, and what it takes is what the operation takes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { allOperations } from '../../../src/operations/index.ts'
import { isGap, type Operation } from '../../../src/operations/kernel/operation.ts'
import { byHand } from '../../../src/surfaces/cli/command-line/commands-by-hand.ts'
import { globalFlags } from '../../../src/surfaces/cli/command-line/global-flags.ts'
import { manifestOf } from '../../../src/surfaces/cli/command-line/manifest.ts'
import { inputSchema } from '../../../src/surfaces/http/fields.ts'
import { manifest } from './world.ts'

const names = [...byHand, ...manifest.commands].map(({ name }) => name)

test('every operation that claims the command line has its command, and no command is there twice', () => {
  const claimed = allOperations.flatMap(({ cli }) => (isGap(cli) ? [] : [cli.command]))
  assert.deepEqual(
    claimed.filter(command => !names.includes(command)),
    [],
  )
  assert.equal(new Set(names).size, names.length)
})

test('a derived command takes every field of its operation', () => {
  for (const command of manifest.commands) {
    const operation = allOperations.find(({ name }) => name === command.operation)!
    const taken = [...command.positional, ...command.flags].map(({ field }) => field)
    const fields = Object.keys(inputSchema(operation).properties ?? {})
    assert.deepEqual(
      taken.sort(),
      [
        ...fields,
        ...(operation.based ? ['baseVersion'] : []),
        ...(fields.includes('cursor') ? ['all'] : []),
      ].sort(),
      command.name,
    )
  }
})

test('no command has a flag twice, or one that means something else everywhere', () => {
  for (const { name, flags } of [...byHand, ...manifest.commands]) {
    const all = [...flags, ...globalFlags].map(flag => flag.name)
    assert.equal(new Set(all).size, all.length, name)
    assert.ok(!all.some(flag => all.includes(`no-${flag}`)), name)
  }
})

test('everything in it is plain data', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(manifest)), manifest)
})

test('the commands written by hand take what their operations take', () => {
  const takenBy = (name: string) => {
    const { positional, flags } = byHand.find(command => command.name === name)!
    return [...positional, ...flags].map(({ field }) => field)
  }
  const fieldsOf = (name: string) =>
    Object.keys(inputSchema(allOperations.find(each => each.name === name)!).properties ?? {})
  const notByName = ['uploadId', 'format', 'skipUnchanged']
  const missing = [...fieldsOf('publish'), ...fieldsOf('update')].filter(
    field => !takenBy('publish').includes(field) && !notByName.includes(field),
  )
  assert.deepEqual(missing, [])
})

test('an operation that cannot be mapped to flags stops the program that derives it', () => {
  const base = allOperations.find(({ name }) => name === 'list')!
  const broken = {
    ...base,
    input: z.object({ rows: z.array(z.object({ a: z.string() })) }),
  } as unknown as Operation
  assert.throws(() => manifestOf([broken]), /write its command by hand/)
  const global = { ...base, input: z.object({ url: z.string() }) } as unknown as Operation
  assert.throws(() => manifestOf([global]), /--url/)
  const placed = { ...base, cli: { command: 'list', positional: ['nothing'] } } as unknown as Operation
  assert.throws(() => manifestOf([placed]), /no field nothing/)
})
