npx calmock --scenario today+rtl
npx calmock --scenario today+./sold-out.ts
