#!/usr/bin/env node
// syntax that any version of Node reads, and no import before the check
var versions = process.versions
var numbers = versions.node.split('.')
var major = Number(numbers[0])
var minor = Number(numbers[1])
var isNode = !versions.bun && !versions.deno

if (isNode && (major === 20 ? minor < 19 : major === 22 ? minor < 12 : major < 23)) {
  console.error('calmock needs Node 20.19, or 22.12 and newer; this is', versions.node)
  process.exitCode = 1
} else require('./start.js')
