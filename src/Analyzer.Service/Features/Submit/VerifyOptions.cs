namespace Analyzer.Service.Features.Submit;

/// <summary>Whether a sender's word is enough where the file is known: at the host's own section.</summary>
internal sealed class VerifyOptions
{
    /// <summary>
    /// True: a file is read and compared with the digest that was declared even when that digest is known. Default false: the report is
    /// answered, and the body not read.
    /// </summary>
    public bool VerifyKnown { get; set; }
}
