mkdir -p .claude/skills
cp -r node_modules/calmock/skills/calmock .claude/skills/ # creates .claude/skills/calmock/SKILL.md
