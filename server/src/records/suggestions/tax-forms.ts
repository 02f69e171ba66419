/** A form with an official number, and the types that its documents have. */
export type TaxForm = {
  readonly number: string
  /** A part of its title that no other form has together with the number. */
  readonly title: string
  readonly category: string
  readonly type: string
}

/**
 * Forms of the Texas Comptroller. Numbers and titles are those of 34 TAC 9.3031 (renditions), 34 TAC 9.3044
 * (appointment of agent), the Comptroller's list of property tax forms (comptroller.texas.gov/taxes/property-tax/forms)
 * and brazoriacad.org/all-property-tax-forms.html. 22.15 is the form of the Harris Central Appraisal District. Each
 * number is in its own row for each category that has such documents; a row names category and type as the portal does.
 */
export const TAX_FORMS: readonly TaxForm[] = [
  rendition('50-141', 'General Real Property Rendition', 'Industrial'),
  rendition('50-142', 'General Personal Property Rendition', 'Business Personal Property'),
  rendition('50-142', 'General Personal Property Rendition', 'Industrial'),
  rendition('50-144', 'Business Personal Property Rendition', 'Business Personal Property'),
  rendition('50-144', 'Business Personal Property Rendition', 'Industrial'),
  rendition('22.15', 'Business Personal Property Rendition', 'Business Personal Property'),
  rendition('22.15', 'Business Personal Property Rendition', 'Industrial'),
  rendition('50-149', 'Real Property Rendition', 'Industrial'),
  rendition('50-150', 'Oil and Gas Property Rendition', 'Mineral'),
  rendition('50-151', 'Mine and Quarry Rendition', 'Mineral'),
  rendition('50-151', 'Mine and Quarry Rendition', 'Industrial'),
  rendition('50-152', 'Utility Rendition', 'Utility and Pipeline'),
  rendition('50-156', 'Railroad Rendition', 'Utility and Pipeline'),
  rendition('50-157', 'Pipeline and Right-of-Way Rendition', 'Utility and Pipeline'),
  rendition('50-158', 'Watercraft Rendition', 'Business Personal Property'),
  rendition('50-159', 'Aircraft Rendition', 'Business Personal Property'),
  rendition('50-288', 'Leased Automobiles', 'Business Personal Property'),
  industrial('50-145', 'Rendition of Property Qualified for Allocation of Value', 'Allocation of Value'),
  industrial('50-146', 'Interstate Allocation of Value for Vessels', 'Allocation of Value'),
  industrial('50-147', 'Allocation of Value for Personal Property', 'Allocation of Value'),
  industrial('50-113', 'Exemption of Goods Exported from Texas', 'Freeport Application'),
  industrial('50-116', 'Property Tax Abatement Exemption', 'Abatement'),
  industrial('50-248', 'Pollution Control Property Tax Exemption', 'Pollution Control'),
  agent('50-162', 'Appointment of Agent for Property Tax Matters', 'Appointment of Agent'),
  agent('50-241', 'Appointment of Agent for Single-Family Residential', 'Appointment of Agent'),
  agent('50-813', 'Revocation of Appointment of Agent', 'Revocation'),
  agent('50-864', "Lessee's Designation of Agent", "Lessee's Designation"),
  protest('50-132', 'Notice of Protest', 'Notice of Protest'),
  protest('50-218', 'Settlement and Waiver of Protest', 'Settlement'),
  protest('50-283', 'Affidavit of Evidence', 'Evidence'),
  protest('50-221', 'Order Determining Protest', 'ARB Order'),
  protest('50-222', 'Notice of Final Order', 'ARB Order'),
  protest('50-775', 'Notice of Appeal', 'Litigation'),
  { number: '50-781', title: 'Notice of Appraised Value', category: 'County', type: 'Value Notice' },
]

function rendition(number: string, title: string, category: string): TaxForm {
  return { number, title, category, type: 'Rendition' }
}

function industrial(number: string, title: string, type: string): TaxForm {
  return { number, title, category: 'Industrial', type }
}

function agent(number: string, title: string, type: string): TaxForm {
  return { number, title, category: 'Agent Authorization', type }
}

function protest(number: string, title: string, type: string): TaxForm {
  return { number, title, category: 'Protest and Appeal', type }
}
