import ArgumentParser

/// Whether results have the keys that open the chip of the document.
package struct AccessKeysOptions: ParsableArguments {
    @Flag(help: "Add the keys to the chip to verified passports and cards. Who has them can read the chip.")
    package var accessKeys = false

    package init() {}
}
