namespace Analyzer.Contract;

/// <summary>Names that clients send and read.</summary>
public static class WireNames
{
    /// <summary>The service's name in problem types and error details.</summary>
    public const string Domain = "analyzer";

    /// <summary>In the path of a report; and in the query of an upload, where it names the file that comes in a form.</summary>
    public const string Sha256 = "sha256";

    public const string Verdict = "verdict";

    public const string Type = "type";

    public const string MinScore = "minScore";

    public const string MaxScore = "maxScore";

    public const string From = "from";

    public const string To = "to";

    public const string Limit = "limit";

    public const string After = "after";

    /// <summary>The first system's name of a digest in a query.</summary>
    public const string FileHash = "fileHash";

    /// <summary>
    /// Request header, over REST and gRPC alike: the password that opens the file, as it is or as RFC 8187 spells it. It is neither logged
    /// nor stored.
    /// </summary>
    public const string PasswordHeader = "Analyzer-Password";

    /// <summary>gRPC response header: the file is not known, and its bytes are awaited.</summary>
    public const string FileWanted = "file-wanted";
}
