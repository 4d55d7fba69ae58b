// Starts the service on a free port and prints its base URL.
import { createService } from './service.mjs'
import { readSettings } from './settings.mjs'

console.log(await createService(readSettings(process.env)).listen({ host: '127.0.0.1', port: 0 }))
