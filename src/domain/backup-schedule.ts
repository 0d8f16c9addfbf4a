// The settings of scheduled backups: where they go, how often, and for whom they are encrypted.

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The address may hold spaces; the interval stands at the end. */
export function backupSchedule(text: string): { target: string; everyMs: number } {
  const [, target = text, count = '24', unit = 'h'] = /^(.*\S)\s+every\s+(\d{1,3})([mhd])$/.exec(text) ?? []
  const everyMs = Number(count) * units[unit]!
  if (everyMs < 15 * units.m! || everyMs > 7 * units.d!) throw new Error('must be made every 15m to every 7d')
  if (/\severy(\s|$)/.test(target)) throw new Error('must look like /srv/backup every 6h')
  return { target, everyMs }
}

export function backupRecipient(text: string): string {
  if (/^age1[02-9ac-hj-np-z]{50,}$/.test(text)) return text
  throw new Error('must be a public key of age, as age-keygen prints it: age1…')
}
