namespace Load.Transports.Rest;

/// <summary>Where the ceilings' uploads go.</summary>
internal static class UploadPath
{
    public static string Of(UploadStep step) => step switch
    {
        UploadStep.Hash => "/ceilings/hash",
        UploadStep.Analysis => "/ceilings/analysis",
        _ => "/ceilings/null",
    };
}
