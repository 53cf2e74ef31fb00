namespace Sigma.Streams.Settings;

/// <summary>The source and the sink for files, at <c>File</c>.</summary>
internal sealed class FileSettings
{
    public const string Section = "File";

    /// <summary>Files and folders that the source <c>file</c> follows. Default none.</summary>
    public string[] Paths { get; set; } = [];

    /// <summary>The file that the sink <c>file</c> appends to. Default none.</summary>
    public string? Output { get; set; }
}
