// The type of a task has a subject only where the access names one, and the type of what was made beforehand.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { operation } from '../../src/operations/kernel/operation.ts'

const common = {
  summary: 'A sample.',
  input: z.object({}),
  output: z.string(),
  fails: [],
  rest: { gap: 'a sample' },
  mcp: { gap: 'a sample' },
  cli: { gap: 'a sample' },
} as const

test('a task has a subject only where its access names one, and knows what was made beforehand', () => {
  const made = [
    operation({
      ...common,
      name: 'ofArtifact',
      effect: 'read',
      access: { artifact: 'read' },
      run: async task => task.artifact.shortId,
    }),
    operation({
      ...common,
      name: 'ofNobody',
      effect: 'read',
      access: 'credential',
      // @ts-expect-error nothing was found for it
      run: async task => task.artifact.shortId,
    }),
    operation({
      ...common,
      name: 'consulting',
      effect: 'write',
      access: 'credential',
      beforeTransaction: async () => 7,
      // @ts-expect-error what was made beforehand is a number
      run: async task => task.beforehand.length,
    }),
  ]
  assert.deepEqual(
    made.map(({ name }) => name),
    ['ofArtifact', 'ofNobody', 'consulting'],
  )
})
