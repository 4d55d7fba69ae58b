/**
 * A bug of ours, planted before the program starts: `PLANT=Buffer.prototype.indexOf:5:throw`. The fifth call of
 * this function of the runtime throws, with `5+` all from then on; with `reject` it leaves a rejected promise behind
 * and does its work; a code such as EMFILE is thrown as an error of the system.
 */
if (process.argv[1]?.endsWith('cli.js')) {
  const [path, which, how] = process.env.PLANT.split(':')
  const names = path.split('.')
  const name = names.pop()
  const owner = names.reduce((object, step) => object[step], globalThis)
  const right = owner[name]
  const [first, forEver] = [Number.parseInt(which, 10), which.endsWith('+')]
  let count = 0
  owner[name] = function (...given) {
    if (++count === first || (forEver && count > first)) {
      const error = new Error('planted')
      if (how === 'throw') throw error
      if (how !== 'reject') throw Object.assign(error, { code: how })
      void Promise.reject(error)
    }
    return right.apply(this, given)
  }
}
