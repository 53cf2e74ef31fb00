using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Parts;

/// <summary>
/// Parts of office documents that hold what one program keeps for itself: their form is that of a printer's driver or of an add-in, and
/// nothing runs them (ECMA-376, part 1, 15.2.15 and 12.3.5). The name counts only for bytes that no engine knows.
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
        if (name?.EndsWith(".bin", StringComparison.OrdinalIgnoreCase) != true)
        {
            return null;
        }

        return name.Contains("/printerSettings/printerSettings", StringComparison.Ordinal) ? "application/vnd.ms-printer-settings"
            : name.StartsWith("xl/customProperty", StringComparison.Ordinal)
                ? "application/vnd.openxmlformats-officedocument.spreadsheetml.customProperty" : null;
    }
}
