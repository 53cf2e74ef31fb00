using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf;

namespace Analyzer.Engines;

/// <summary>The engines, one for each type of file. Another type is another folder and another line here.</summary>
internal static class TypeEngines
{
    public static ITypeEngine[] Create() =>
    [
        new PdfEngine(),
    ];
}
