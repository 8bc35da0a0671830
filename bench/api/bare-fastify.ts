import Fastify from 'fastify'

/** The measure: a Fastify server whose one route returns a constant. */
const app = Fastify()
app.get('/', async () => ({ success: true, data: { name: 'Odalys Wren' } }))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
process.on('SIGTERM', () => app.close().then(() => process.exit(0)))
