// A real DNS server that answers for the TXT records and addresses it is told.
import DNS from 'dns2'

export interface DnsServer {
  /** `address:port`, as RECTO_DNS takes it. */
  address: string
  /** The TXT records of a domain from now on; `fails` answers SERVFAIL. */
  set(domain: string, records: readonly string[] | 'fails'): void
  /** The IPv4 addresses of a name from now on; `silent` never answers. */
  lead(name: string, addresses: readonly string[] | 'silent'): void
  /** How often the domain was asked for. */
  asked(domain: string): number
  stop(): Promise<void>
}

export async function startDns(): Promise<DnsServer> {
  const records = new Map<string, readonly string[] | 'fails'>()
  const leads = new Map<string, readonly string[] | 'silent'>()
  const questions: string[] = []
  const server = DNS.createServer({
    udp: true,
    handle(request, send) {
      const response = DNS.Packet.createResponseFromRequest(request)
      const name = request.questions[0]!.name.toLowerCase()
      questions.push(name)
      const found = records.get(name)
      const led = leads.get(name)
      if (led === 'silent') return
      if (led) response.answers.push(...(request.questions[0]!.type === A ? led : []).map(hostRecord(name)))
      else if (found === undefined) response.header.rcode = NXDOMAIN
      else if (found === 'fails') response.header.rcode = SERVFAIL
      else for (const text of found) response.answers.push(record(name, text))
      send(response).catch(error => server.emit('error', error))
    },
  })
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  return {
    address: `127.0.0.1:${udp!.port}`,
    set: (domain, all) => void records.set(domain, all),
    lead: (name, addresses) => void leads.set(name, addresses),
    asked: domain => questions.filter(name => name === domain).length,
    stop: () => server.close(),
  }
}

const SERVFAIL = 2
const NXDOMAIN = 3
const { A, TXT } = DNS.Packet.TYPE
const { IN } = DNS.Packet.CLASS

/** Long texts travel in pieces of at most 255 bytes. */
const record = (name: string, text: string) => {
  const resource = new DNS.Packet.Resource(name, TXT, IN, 1)
  return Object.assign(resource, { data: text.match(/.{1,100}/g) ?? [''] })
}

const hostRecord = (name: string) => (address: string) =>
  Object.assign(new DNS.Packet.Resource(name, A, IN, 1), { address })
