namespace Load.Reports.Html;

/// <summary>A transport has the same colour in every chart.</summary>
internal static class Palette
{
    public static int Of(string transport) => transport switch
    {
        "rest" => 0,
        "grpc" => 1,
        _ => 2,
    };
}
