namespace Analyzer.Service.Features.Submit;

/// <summary>Whether a known digest is trusted without reading the file: at the host's own section.</summary>
internal sealed class VerifyOptions
{
    /// <summary>
    /// True: the file is read and compared with the declared digest even if that is known. Default false: the known report is returned, and
    /// the body not read.
    /// </summary>
    public bool VerifyKnown { get; set; }
}
