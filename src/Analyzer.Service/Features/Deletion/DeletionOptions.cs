namespace Analyzer.Service.Features.Deletion;

/// <summary>Whether clients may delete: at the host's own section.</summary>
internal sealed class DeletionOptions
{
    public const string Setting = "Analyzer:Deletion";

    /// <summary>True: clients may delete reports. Default false.</summary>
    public bool Deletion { get; set; }
}
