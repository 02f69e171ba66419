/** Paragraphs of filings. `#` becomes an amount. */
export const PARAGRAPHS = {
  english: [
    'The undersigned renders the property described below as of January 1. Total market value is $#, and the original cost was $#.',
    'Inventory consists of raw materials at $#, work in process at $# and finished goods held in three warehouses near Mentone.',
    'Machinery and equipment were depreciated over fifteen years; see the attached schedule for makes, models and serial numbers.',
    'The agent named above may represent the owner before the appraisal review board in all matters that concern account R-004417.',
    'We request an extension of thirty days because the engineering report on the gas processing plant is not finished.',
    'Mineral interests in section 14, block 27 were conveyed by deed to Trinity Gathering Ltd on 3/14/2019 for $#.',
    'Leased vehicles, copiers and telephone systems belong to the lessor, who renders them under separate account numbers.',
    'Pollution control property with a value of $# is exempt under the determination letter of the commission.',
  ],
  spanish: [
    'El propietario declara bajo juramento que la maquinaria descrita tiene un valor de $# al primero de enero del año en curso.',
    'La bodega número siete almacena algodón, lana y herramientas agrícolas con un costo original de $#.',
    'Mi difunto esposo dejó la mitad del rancho a nuestras hijas; adjunto copia certificada del testamento.',
    'Solicitamos una prórroga de treinta días porque el avalúo de la planta de compresión no está concluido.',
    'Favor de enviar toda la correspondencia a la señora Núñez, calle Peñasco 218, código postal 79754.',
    'El equipo de perforación fue vendido en subasta pública por $# y ya no pertenece a esta compañía.',
  ],
} as const
