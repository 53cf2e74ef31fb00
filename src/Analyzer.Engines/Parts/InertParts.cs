using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Parts;

/// <summary>
/// Parts of office documents that hold what one program keeps for itself: their form is that of a printer's driver, of an add-in or of
/// the program (Pages, Numbers and Keynote have all of their content so), and nothing runs them (ECMA-376, part 1, 15.2.15 and 12.3.5).
/// The name counts only for bytes that no engine knows.
/// </summary>
internal static class InertParts
{
    public static Assessment LookAt(string? name, Assessment own)
    {
        var isUnknown = own.MediaType == MediaTypes.Unknown && own.Unable is [{ Reason: var reason }] && reason == Gap.UnknownType.Reason;
        return !isUnknown || TypeOf(name) is not { } mediaType ? own : Assessment.Of(mediaType, [], []);
    }

    private static string? TypeOf(string? name)
    {
        const string own = "application/x-office-data";
        return name switch
        {
            null => null,
            _ when name.Contains("/printerSettings/printerSettings", StringComparison.Ordinal) => "application/vnd.ms-printer-settings",
            _ when name.StartsWith("xl/customProperty", StringComparison.Ordinal) && name.EndsWith(".bin", StringComparison.Ordinal) =>
                "application/vnd.openxmlformats-officedocument.spreadsheetml.customProperty",
            "layout-cache" => own, // of Writer
            _ when name.StartsWith("[trash]/", StringComparison.Ordinal) => own, // what a program has deleted
            _ when name.StartsWith("Index/", StringComparison.Ordinal) && name.EndsWith(".iwa", StringComparison.Ordinal) => own,
            _ when name.StartsWith("Metadata/", StringComparison.Ordinal) && name.EndsWith(".plist", StringComparison.Ordinal) => own,
            _ => null,
        };
    }
}
