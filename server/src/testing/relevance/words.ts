/** Owners as rolls write them: people, estates, companies, with commas, accents and signs. Many share a word. */
export const OWNERS: readonly string[] = `
Trinity Oil & Gas LP
Trinity Gathering Ltd
Trinity Cement Inc
Trinity Midstream Inc
Trinity Power LLC
HERNANDEZ MARIA ESTATE OF
Hernández, José Luis
Hernandez Brothers Drilling
Fernandez Pipe Yard LLC
García Núñez, Elena
Garcia Trucking Co
O'Brien Ranch LLC
O'Neill Royalty Partners
Müller Brothers Partnership
Mueller Feed & Seed
St. Clair Minerals
Saint Lawrence Refining
Concho Gathering Ltd
Concho Valley Electric Cooperative
Delaware Minerals Inc
Delaware Basin Water Services
Palo Duro Gathering Co
Palo Pinto Land & Cattle
Whitfield & Co
Whitfield Compression LLC
Mesquite Salt Water Disposal
Mesquite Crushed Stone
Pecos River Wind Farm
Pecos Telephone Cooperative
Llano Estacado Solar
Yucca Ridge Holdings
Ocotillo Frac Sand
Cholla Cryogenic Plant
Caprock Compression
Sandhills Roustabout Service
Wagon Wheel Motel
Windmill Grocery
Bluebonnet Bank
Lone Star Tubular
Longhorn Tool Rental
Armadillo Wireline
Rattlesnake Canyon Ranch
Roadrunner Express
Javelina Storage
Coyote Creek Partners
Prickly Pear Partners
Cottonwood Draw Estates
Horsehead Crossing LP
Mustang Draw Operating
Stallion Oilfield Rentals
Ironwood Fabricators
Juniper Compression Services
Agave Energy
Sotol Pipeline
Creosote Flats Housing
Tumbleweed Laundry
Dust Devil Drilling
Blackgold Lease Service
Permian Pump & Supply
Wolfcamp Resources
Bone Spring Operating
Spraberry Trend Minerals
Ellenburger Exploration
San Andres Water Company
Guadalupe Telecom
Castile Anhydrite Works
Rustler Hills Ranch
Dewey Lake Properties
Santa Rosa Aquifer Services
Ogallala Irrigation Supply
Abernathy Welding
Bartholomew Trust
Castleberry Estate
Dillingham Royalty
Eberhardt, Gustav
Fitzgerald Heirs
Gutierrez, Ramón
Holloway Aviation
Ingersoll Machine Shop
Jaramillo Sheep Company
Kowalczyk Bakery
Lindqvist, Åsa
MacAllister Leasing
Nakamura Instruments
Ostrowski Crane Service
Pettigrew Land Company
Quintanilla, Dolores
Rasmussen Dairy
Schwarzkopf Valve Repair
Tarrant Rope & Rigging
Underwood Cold Storage
Vanderbilt Lease Trust
Wojciechowski, Piotr
Xavier Medical Clinic
Yarborough Ginning
Zamarripa Concrete
First Baptist Retirement Home
Grand Canal Marina
Twin Mills Grain
Silver Spur Saddlery
`
  .trim()
  .split('\n')

export const AGENTS = [
  'Rutherford & Associates',
  'K. E. Andrews Tax Consultants',
  'Marvin Poer Property Tax',
  'Duff Valuation Services',
  'Popp Hutcheson',
  'Meritax Advisors',
]

/** Papers of a season, with the Comptroller's form numbers. */
export const TYPES = [
  { form: '50-144', title: 'Business Personal Property Rendition of Taxable Property', short: 'rendition' },
  { form: '50-148', title: 'Report of Leased Space for Storage', short: 'storage report' },
  { form: '50-162', title: 'Appointment of Agent for Property Tax Matters', short: 'agent appointment' },
  { form: '50-113', title: 'Application for Exemption of Goods Exported', short: 'freeport application' },
  { form: '50-158', title: 'Application for Allocation of Value', short: 'allocation request' },
  { form: '50-248', title: 'Pollution Control Property Exemption', short: 'pollution exemption' },
  { form: '50-146', title: 'Confidential Rendition of Manufactured Equipment', short: 'equipment rendition' },
  { form: '50-132', title: 'Notice of Protest', short: 'protest' },
] as const

export const PLACES = [
  'Section 12, Block 34, three miles north of Mentone',
  'FM 1450, west of Pecos',
  'Corner of Dallas and Collins Street, Mentone',
  'State Highway 302, mile marker 218',
  'County Road 300, at the cattle guard',
  'Industrial Park Lot 7, Kermit Road',
]

/** Sentences that many papers have. */
export const USUAL = [
  'Inventory on hand at cost ${amount}, as reported for {year}.',
  'Raw materials and supplies are listed on the attached schedule.',
  'Furniture, fixtures, machinery and equipment total ${amount}.',
  'The owner leases vehicles from {owner} under an operating lease.',
  'Depreciation follows the schedule of the appraisal district for {year}.',
  'Leasehold improvements were made by the tenant in {year}.',
  'See the asset list that was filed with the rendition of {year}.',
  'Goods held for others belong to {owner} and are rendered there.',
  'I swear that this information is true and accurate to the best of my knowledge.',
  'Please send all correspondence to the address below.',
  'The account was transferred from {owner} in {year}.',
  'Computers and software were bought in {year} for ${amount}.',
  'A separate schedule lists pipe by diameter, age and condition.',
  'Telephone and facsimile numbers are on file.',
]

/** Sentences of one paper each: what a person remembers. */
export const MEMORABLE = [
  'The pumpjack near the cemetery was struck by lightning on May 3.',
  'Kiln number three stays idle until the refractory lining is replaced.',
  'A tornado carried the corrugated roof into the stock tank.',
  'Two locomotives were sold to a museum in Galveston.',
  'The beekeeper keeps forty hives beside the compressor station.',
  'Our gantry crane was dismantled after the inspection failed.',
  'The swimming pool behind the bunkhouse has been filled with gravel.',
  'Thieves removed the copper grounding cable from both substations.',
  'The centrifuge on loan from Oklahoma was returned in February.',
  'An orchard of six hundred pecan trees was planted along the canal.',
  'The bankruptcy trustee abandoned the amine treater.',
  'Barges are no longer moored at the upper landing.',
  'The cryogenic turbine failed its vibration test twice.',
  'A helicopter hangar replaces the former feedlot.',
  'Ostriches were moved to the northern paddock.',
  'The flare stack was lowered by twenty feet after complaints.',
  'Evaporation pond seven leaks into the neighboring pasture.',
  'The judge ordered partition of the undivided royalty.',
  'Solar trackers froze during the February storm.',
  'The bowling alley machinery was auctioned in lots.',
  'Half the telephone poles were eaten by termites.',
  'A meteorite hunter rents the eastern quarter.',
  'The sulfur pile caught fire and burned for nine days.',
  'Welding rods and acetylene were donated to the high school.',
  'The ferris wheel arrived in eleven crates.',
  'Our mainframe was scrapped when the office moved to Odessa.',
  'Hailstones the size of oranges broke every heliostat.',
  'The windlass of well nine is a registered landmark.',
  'Cotton bales were rejected because of mold.',
  'Divers inspected the intake screens in August.',
]

/** The same in Spanish, with accents. */
export const SPANISH = [
  'El tractor amarillo está descompuesto desde el año pasado.',
  'La bodega de algodón se quemó en diciembre.',
  'Las ovejas pastan junto a la línea de transmisión.',
  'El molino de viento ya no bombea agua.',
  'Mi difunto esposo vendió la báscula pública.',
  'Los camiones están guardados en el corral viejo.',
  'La panadería cerró después de la inundación.',
  'Ningún pozo produce más de dos barriles diarios.',
  'La cosecha de melón se perdió por el granizo.',
  'El carbón vegetal se almacena bajo techo.',
  'Compramos una ordeñadora automática en subasta.',
  'El gallinero fue convertido en taller mecánico.',
  'Las niñas heredaron la mitad del rancho.',
  'La soldadora eléctrica pertenece a mi cuñado.',
  'Un remolque oxidado bloquea la entrada.',
  'El aserradero funciona únicamente en otoño.',
  'La compañía minera abandonó la trituradora.',
  'Arrendamos el jardín botánico a la universidad.',
  'El puente colgante necesita reparación urgente.',
  'Tenemos quince toneladas de fertilizante.',
  'La imprenta antigua no tiene valor comercial.',
  'Robaron el transformador durante la mudanza.',
  'El invernadero está vacío desde enero.',
  'La lechería instaló tanques de acero inoxidable.',
  'El cementerio colinda con nuestra gasolinera.',
  'Las abejas ocuparon el viejo depósito.',
  'La noria se hundió con el temblor.',
  'Vendimos el avión fumigador a un vecino.',
  'El taller de herrería conserva su fragua.',
  'La cantera de mármol sigue inundada.',
  'El acordeón del salón pertenece al músico.',
  'Nuestro almacén perdió techumbre y ventanas.',
  'La prensa hidráulica gotea lubricante día y noche.',
  'El ferrocarril desmanteló el andén oriental.',
  'La piñata gigante decora nuestra cafetería.',
  'El ingeniero midió la presión del manantial.',
  'Una víbora averió el tablero eléctrico.',
  'El veterinario examinó doscientos becerros huérfanos.',
]
