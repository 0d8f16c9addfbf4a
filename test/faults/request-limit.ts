// Asks for more than the limit of requests in a minute lets through.
import assert from 'node:assert/strict'

/**
 * Sends so many rounds of 32 requests, and asserts that those who count together let through what one of them may, or up to
 * a tenth more.
 * @returns how many passed, and how many were refused
 */
export async function exceedLimit(
  rounds: number,
  ask: (n: number) => Promise<Response>,
): Promise<{ passed: number; refused: number }> {
  const statuses: number[] = []
  const begun = performance.now()
  const askOnce = async (n: number) => {
    const answer = await ask(n)
    await answer.arrayBuffer()
    statuses.push(answer.status)
  }
  for (let round = 0; round < rounds; round += 1)
    await Promise.all(Array.from({ length: 32 }, (_, n) => askOnce(n)))
  const passed = statuses.filter(status => status === 200).length
  // A machine that needs longer than a minute for them begins another one.
  const minutes = Math.ceil((performance.now() - begun) / 60_000)
  assert.ok(
    passed >= 600 && passed <= 660 * minutes,
    `${passed} of ${statuses.length} passed in ${minutes} minutes`,
  )
  const refused = statuses.filter(status => status === 429).length
  assert.equal(refused, statuses.length - passed)
  return { passed, refused }
}
