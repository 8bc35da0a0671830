// The image's health check: is the process alive? An API answers on SONGREEL_PORT, a worker on SONGREEL_HEALTH_PORT.
const ports = [process.env.SONGREEL_PORT || '4400', process.env.SONGREEL_HEALTH_PORT || '4401']

async function isAlive(port) {
  const response = await fetch(`http://127.0.0.1:${port}/livez`).catch(() => undefined)
  return response?.status === 200
}

const alive = await Promise.all(ports.map(isAlive))
process.exit(alive.includes(true) ? 0 : 1)
