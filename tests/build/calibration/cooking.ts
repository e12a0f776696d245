/** Twelve skills about cooking, of which the off-topic list has much: name, what it does, its body, and what people ask it. */
export const COOKING: readonly (readonly [name: string, does: string, body: string, query: string])[] = [
  [
    'bake-sourdough',
    'Bakes sourdough bread from a starter. Covers feeding the starter, proofing overnight and scoring the loaf.',
    '# Feed the starter\n\nMix flour and water twice a day.\n\n# Proof overnight\n\nKeep the dough cold in a basket.',
    'my sourdough starter does not rise, how do I feed it',
  ],
  [
    'roast-poultry',
    'Roasts chicken, duck and turkey in the oven. Gives times by weight, brines the bird and rests the meat.',
    '# Brine the bird\n\nSalt the water well.\n\n# Rest the meat\n\nWait before you carve the turkey.',
    'how long does a chicken of two kilos roast in the oven',
  ],
  [
    'cook-broth',
    'Cooks clear broth from bones and vegetables. Skims the foam, reduces the liquid and strains it.',
    '# Skim the foam\n\nSimmer the bones gently.\n\n# Strain the liquid\n\nPour it through a cloth.',
    'clear broth from beef bones',
  ],
  [
    'make-pasta',
    'Makes fresh pasta by hand. Rolls egg dough thin, cuts tagliatelle and fills ravioli.',
    '# Roll the dough\n\nRest it under a bowl.\n\n# Fill the ravioli\n\nSeal the edges with water.',
    'roll egg dough for fresh tagliatelle',
  ],
  [
    'preserve-jam',
    'Preserves fruit as jam and jelly. Sets pectin, sterilises jars and seals the lids.',
    '# Test the set\n\nDrop jam on a cold plate.\n\n# Sterilise the jars\n\nHeat them in the oven.',
    'strawberry jam that sets, with pectin',
  ],
  [
    'ferment-vegetables',
    'Ferments cabbage to sauerkraut and kimchi. Weighs the salt, packs the crock and watches the brine.',
    '# Weigh the salt\n\nTwo parts in a hundred.\n\n# Pack the crock\n\nPress until the brine covers the cabbage.',
    'how much salt for sauerkraut',
  ],
  [
    'grill-meat',
    'Grills steak and ribs over charcoal. Builds two zones of heat, sears the meat and checks its temperature.',
    '# Build two zones\n\nPush the charcoal to one side.\n\n# Check the temperature\n\nUse a probe in the steak.',
    'sear a steak over charcoal',
  ],
  [
    'whisk-sauces',
    'Whisks mayonnaise, hollandaise and vinaigrette. Holds the emulsion together and saves a sauce that split.',
    '# Hold the emulsion\n\nAdd the oil slowly.\n\n# Save a split sauce\n\nStart again with one yolk.',
    'the hollandaise sauce split, can it be saved',
  ],
  [
    'decorate-cakes',
    'Decorates cakes with buttercream and fondant. Levels the layers, pipes roses and glazes the top.',
    '# Level the layers\n\nCut the dome off the sponge.\n\n# Pipe roses\n\nHold the nozzle upright.',
    'pipe buttercream roses on a birthday cake',
  ],
  [
    'steam-rice',
    'Steams rice for sushi, pilaf and paella. Rinses the grains, measures the water and rests the pot.',
    '# Rinse the grains\n\nUntil the water is clear.\n\n# Rest the pot\n\nKeep the lid on.',
    'how much water for sushi rice',
  ],
  [
    'temper-chocolate',
    'Tempers dark and milk chocolate for pralines. Seeds the melted mass, controls crystals and fills moulds.',
    '# Seed the mass\n\nStir in solid chocolate.\n\n# Fill moulds\n\nTap out the bubbles.',
    'temper dark chocolate so that pralines are shiny',
  ],
  [
    'plan-menus',
    'Plans menus and shopping lists for a dinner party. Scales recipes, times the courses and minds allergies.',
    '# Scale recipes\n\nCount the guests.\n\n# Time the courses\n\nWrite the plan backwards.',
    'plan a dinner party menu for eight guests',
  ],
];

/** The same as files of a repository, by path. */
export function cookingFiles(count = COOKING.length): Map<string, string> {
  return new Map(
    COOKING.slice(0, count).map(([name, does, body]) => [
      `skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: ${does}\n---\n\n${body}\n`,
    ]),
  );
}
