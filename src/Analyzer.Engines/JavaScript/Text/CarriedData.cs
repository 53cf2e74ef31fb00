using Acornima.Ast;

namespace Analyzer.Engines.JavaScript.Text;

/// <summary>Data that a script carries: the bytes of a file in some form, or a page.</summary>
internal static class CarriedData
{
    private const int MuchText = 256;
    private const int ManyNumbers = 64;

    /// <summary>A picture of the page's own is none, nor is text with spaces.</summary>
    public static bool Is(string text) => text.Length >= MuchText
        && !text.StartsWith("data:image/", StringComparison.OrdinalIgnoreCase)
        && (!text.AsSpan().ContainsAny(" \t\r\n") || text.Contains("<script", StringComparison.OrdinalIgnoreCase));

    public static bool Is(ArrayExpression list) => list.Elements.Count >= ManyNumbers && list.Elements[0] is NumericLiteral;
}
