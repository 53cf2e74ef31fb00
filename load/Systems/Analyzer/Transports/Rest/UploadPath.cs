namespace Load.Systems.Analyzer.Transports.Rest;

/// <summary>The paths of the ceilings' uploads.</summary>
internal static class UploadPath
{
    public static string Of(UploadStep step) => step switch
    {
        UploadStep.Hash => "/ceilings/hash",
        UploadStep.Analysis => "/ceilings/analysis",
        _ => "/ceilings/null",
    };
}
