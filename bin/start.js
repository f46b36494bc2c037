const {
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} = require('node:fs')
const Module = require('node:module')
const { dirname, isAbsolute, join } = require('node:path')
const { pathToFileURL } = require('node:url')

const file = join(__dirname, '../dist/cli.cjs')

/** Returns the program. Node compiles it with the code cache of V8: a start takes a fifth less CPU time. */
function load() {
  const { bun, deno } = process.versions
  if (bun || deno || process.env.NODE_DISABLE_COMPILE_CACHE) return require(file)
  const { createHash } = require('node:crypto')
  const { Script } = require('node:vm')
  const source = readFileSync(file, 'latin1') // it is ASCII
  const sum = (data) => createHash('sha256').update(source).update(data).digest()
  const cachedData = readCache(sum)
  const script = new Script(Module.wrap(source), {
    filename: file,
    columnOffset: -Module.wrapper[0].length,
    cachedData,
  })
  if (!cachedData || script.cachedDataRejected) saveLater(script, sum)
  const loaded = { exports: {}, importDynamically } // `import()` does not work in compiled code
  const run = script.runInThisContext()
  run(loaded.exports, Module.createRequire(file), loaded, file, dirname(file))
  return loaded.exports
}

const importDynamically = (name) =>
  import(name.startsWith('./') ? pathToFileURL(join(dirname(file), name)).href : name)

/** Returns the cache of this version of Node in the folder of the user's caches. */
function findCache() {
  const { env, platform, version, arch } = process
  const home = require('node:os').homedir()
  const { XDG_CACHE_HOME = '', LOCALAPPDATA = '' } = env
  const own = platform === 'darwin' ? join(home, 'Library/Caches') : join(home, '.cache')
  const folder = platform === 'win32' ? LOCALAPPDATA : XDG_CACHE_HOME
  return join(isAbsolute(folder) ? folder : own, 'calmock', `${version}-${arch}.bin`)
}

/** Throws unless only this user can write to a file or folder. Windows has no such modes: its folder of caches is the user's. */
function requireOwn(stats) {
  const user = process.getuid?.() ?? stats.uid
  const isOpen = process.getuid !== undefined && (stats.mode & 0o22) !== 0
  if (stats.isSymbolicLink() || stats.uid !== user || isOpen) throw new Error('not private')
}

/** Returns the content of the cache, or undefined if there is none or it is not what this user and this version of calmock saved. */
function readCache(sum) {
  try {
    const cache = findCache()
    requireOwn(lstatSync(dirname(cache)))
    requireOwn(lstatSync(cache))
    const saved = readFileSync(cache)
    const data = saved.subarray(32)
    return sum(data).equals(saved.subarray(0, 32)) ? data : undefined // V8 itself checks no bytes
  } catch {
    return undefined
  }
}

/** Saves the compiled code after the first responses, which have compiled what a start needs. */
function saveLater(script, sum) {
  const { subscribe, unsubscribe } = require('node:diagnostics_channel')
  const onFinish = () => {
    unsubscribe('http.server.response.finish', onFinish)
    setTimeout(save, 500, script, sum).unref()
  }
  subscribe('http.server.response.finish', onFinish)
}

/** Saves the compiled code. Starts take longer without it, so that nothing is said if that fails. */
function save(script, sum) {
  try {
    const cache = findCache()
    const folder = dirname(cache)
    const parent = dirname(folder)
    requireOwn(statSync(parent, { throwIfNoEntry: false }) ?? statSync(dirname(parent)))
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    requireOwn(lstatSync(folder))
    const data = script.createCachedData()
    const unfinished = `${cache}.${process.pid}`
    writeFileSync(unfinished, Buffer.concat([sum(data), data]), { mode: 0o600, flag: 'wx' })
    renameSync(unfinished, cache)
  } catch {}
}

if (statSync(file, { throwIfNoEntry: false })) load().run()
else {
  console.error('calmock: this clone has no build; run npm ci, which makes one, or npm run build')
  process.exitCode = 1
}
