// The type of an answer: JSON or a stream of events, whichever the client accepts (RFC 9110 section 12.5.1).
import { Problem } from '../../domain/problem.ts'
import { shorten } from './result.ts'

const JSON_TYPE = 'application/json'
const STREAM_TYPE = 'text/event-stream'

/** The types that the library insists on. */
export const bothTypes = `${JSON_TYPE}, ${STREAM_TYPE}`

/** `either`: as the protocol answers by itself. */
export type AnswerType = 'json' | 'stream' | 'either'

/**
 * Returns the type to answer in. A client that names no stream gets JSON, the simplest to read; `listens` asks for a
 * stream, which has no other form. Throws `not_acceptable` where neither type is accepted.
 */
export function answerType(accept: string | undefined, listens: boolean): AnswerType {
  const ranges = rangesIn(accept?.trim() || '*/*')
  const [json, stream] = [acceptanceOf(JSON_TYPE, ranges), acceptanceOf(STREAM_TYPE, ranges)]
  if (listens ? !stream.isAccepted : !json.isAccepted && !stream.isAccepted)
    throw new Problem(
      'not_acceptable',
      `This is answered as ${listens ? STREAM_TYPE : `${JSON_TYPE} or ${STREAM_TYPE}`}. Accept it.`,
    )
  if (listens || (json.isAccepted && stream.isAccepted && stream.isNamed)) return 'either'
  return json.isAccepted ? 'json' : 'stream'
}

interface Range {
  type: string
  isAccepted: boolean
}

const rangesIn = (accept: string): Range[] =>
  accept.split(',').map(range => {
    const [type = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
    return { type, isAccepted: !parameters.some(parameter => /^q\s*=\s*0(\.0*)?$/.test(parameter)) }
  })

/** The most specific range that holds the type decides. */
function acceptanceOf(type: string, ranges: readonly Range[]) {
  const [kind] = type.split('/')
  const found = [type, `${kind}/*`, '*/*'].flatMap(each => ranges.filter(range => range.type === each))[0]
  return { isAccepted: found?.isAccepted ?? false, isNamed: found?.type === type }
}

/**
 * The answer in the type. A JSON answer leaves out what a stream tells before its results, and so does a batch, whose
 * results are made to fit together.
 */
export async function answerAs(
  type: AnswerType,
  answer: Response,
  fitBatch: ((results: object[]) => object[]) | null,
): Promise<Response> {
  const { status } = answer
  const given = answer.headers.get('content-type') ?? ''
  if (given.startsWith(STREAM_TYPE) && (type === 'json' || fitBatch)) {
    const results = resultsIn(await answer.text())
    const fitted = fitBatch ? fitBatch(results) : results
    if (type !== 'json') return streamOf(fitted.map(each => JSON.stringify(each)).map(eventOf), status)
    return Response.json(fitBatch ? fitted : (fitted[0] ?? null), { status })
  }
  if (type === 'stream' && given.startsWith(JSON_TYPE))
    return streamOf([eventOf(await answer.text())], status)
  return answer
}

const eventOf = (json: string): string => `event: message\n${DATA}${json}\n\n`

const streamOf = (events: string[], status: number): Response =>
  new Response(events.join(''), { status, headers: { 'content-type': STREAM_TYPE } })

/** An answer that tells a batch nothing by itself: its refusals are all there is. */
export const emptyAnswer = (): Response => streamOf([], 200)

/** Returns the answer of the library, with a short message where its error repeats what was sent at length. */
export async function shortenError(answer: Response): Promise<Response> {
  const type = answer.headers.get('content-type') ?? ''
  if (answer.status < 400 || !type.startsWith(JSON_TYPE)) return answer
  const { status, headers } = answer
  const text = await answer.text()
  const { error, ...envelope } = JSON.parse(text) as { error?: { code: number; message: string } }
  if (!error || text.length <= LONGEST_ERROR) return new Response(text, { status, headers })
  const short = { code: error.code, message: shorten(error.message, 500) }
  return Response.json({ ...envelope, error: short }, { status })
}

/** Characters of an answer with an error that the library words. */
const LONGEST_ERROR = 5_000

const DATA = 'data: '

/**
 * Each event of the library has one line of data; what is told on the way has a method. A line ends at a line feed alone:
 * JSON leaves U+2028 and U+2029 as they are, where a regular expression would end it.
 */
const resultsIn = (events: string): object[] =>
  events
    .split('\n')
    .filter(line => line.startsWith(DATA))
    .map(line => JSON.parse(line.slice(DATA.length)) as object)
    .filter(message => !('method' in message))
