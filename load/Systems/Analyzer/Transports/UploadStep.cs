namespace Load.Systems.Analyzer.Transports;

/// <summary>How far the service goes with an upload of the ceilings.</summary>
internal enum UploadStep
{
    /// <summary>Every byte is read, and that is all.</summary>
    Null,

    /// <summary>Read and hashed; REST only.</summary>
    Hash,

    /// <summary>Read and analysed, nothing stored; REST only.</summary>
    Analysis,
}
