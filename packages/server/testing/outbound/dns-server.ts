import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import ipaddr from 'ipaddr.js'
import type { Resolve } from '../../src/outbound/resolve.ts'

/** What a name answers: the same each time, or one list per question, the last one for ever. */
export type Zone = Record<string, string[][]>

const TYPE_A = 1
const TYPE_AAAA = 28

/** Starts a real name server on loopback and returns how to ask it; every answer has a life of 0 s. */
export async function startDnsServer(t: TestContext, zone: Zone): Promise<{ resolve: Resolve }> {
  const asked = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (question, { address, port }) => {
    socket.send(answerTo(question, zone, asked), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  t.after(() => socket.close())
  const resolver = new Resolver({ timeout: 500, tries: 2 })
  resolver.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`])
  const ask = (question: Promise<string[]>) => question.catch(() => [])
  return {
    resolve: async (host) =>
      (await Promise.all([ask(resolver.resolve4(host)), ask(resolver.resolve6(host))])).flat(),
  }
}

function answerTo(question: Buffer, zone: Zone, asked: Map<string, number>): Buffer {
  const { name, type, end } = readQuestion(question)
  const times = asked.get(`${name} ${type}`) ?? 0
  asked.set(`${name} ${type}`, times + 1)
  const answers = zone[name]
  const family = type === TYPE_A ? 'ipv4' : 'ipv6'
  const addresses = (answers?.[Math.min(times, answers.length - 1)] ?? [])
    .map((address) => ipaddr.parse(address))
    .filter((address) => address.kind() === family && (type === TYPE_A || type === TYPE_AAAA))
  const header = Buffer.alloc(12)
  question.copy(header, 0, 0, 2)
  header.writeUInt16BE(answers ? 0x8580 : 0x8583, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  const records = addresses.map((address) => recordOf(type, Buffer.from(address.toByteArray())))
  return Buffer.concat([header, question.subarray(12, end), ...records])
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let offset = 12
  for (let length = message[offset]!; length > 0; length = message[offset]!) {
    labels.push(message.toString('latin1', offset + 1, offset + 1 + length))
    offset += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(offset + 1), end: offset + 5 }
}

function recordOf(type: number, address: Buffer): Buffer {
  const record = Buffer.alloc(12)
  // The name is a pointer to the question's.
  record.writeUInt16BE(0xc00c, 0)
  record.writeUInt16BE(type, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt16BE(address.length, 10)
  return Buffer.concat([record, address])
}
