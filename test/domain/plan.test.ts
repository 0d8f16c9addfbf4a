// Plans: whoever is refused is told which plan would allow it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plans, plansWith, requireRoom, tooLarge } from '../../src/domain/plan.ts'

test('plans that allow something are named as in a sentence', () => {
  assert.equal(
    plansWith(plan => plan.gatedArtifacts === null),
    'Solo, Pro or Enterprise',
  )
  assert.equal(
    plansWith(plan => plan.scopedKeys),
    'Pro or Enterprise',
  )
  assert.equal(
    plansWith(plan => plan.auditDays === null),
    'Enterprise',
  )
  assert.equal(
    plansWith(() => false),
    '',
  )
})

test('a full plan names the plans without that limit', () => {
  requireRoom('free', 2)
  requireRoom('pro', 1_000_000)
  assert.throws(() => requireRoom('free', 3), {
    code: 'plan_limit',
    extras: { limit: 3, plan: 'free' },
    message:
      'The Free plan holds 3 company or private artifacts and all are used. Make one public, delete one, or move to Solo, Pro or Enterprise.',
  })
})

test('a file that is too large names the plans that take more, while there are any', () => {
  const small = tooLarge(plans.free.fileSize)
  assert.equal(
    small.message,
    'The file is larger than 10 MB, the most that is taken here. Make it smaller, or move to Solo, Pro or Enterprise, which take 50 MB.',
  )
  assert.deepEqual([small.status, small.extras], [413, { limit: 10_485_760 }])
  assert.equal(
    tooLarge(plans.pro.fileSize).message,
    'The file is larger than 50 MB, the most that is taken here. Make it smaller.',
  )
})

test('what is recorded of reads, and for how long, grows with the plan', () => {
  const rows = Object.values(plans).map(({ auditDays, auditViews }) => [auditDays, auditViews])
  assert.deepEqual(rows, [
    [30, false],
    [90, false],
    [365, true],
    [null, true],
  ])
})
