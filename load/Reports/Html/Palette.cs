namespace Load.Reports.Html;

/// <summary>A transport has the same colour in every report; other variants take the colours in their order.</summary>
internal static class Palette
{
    public static int Of(string variant, SideBySide comparison) => variant switch
    {
        "rest" => 0,
        "grpc" => 1,
        "rest-h2" => 2,
        _ => Math.Max(0, comparison.Variants.ToList().IndexOf(variant)) % 3,
    };
}
