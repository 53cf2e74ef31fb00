using Load.Measuring;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Operations;

/// <summary>Names of the dimensions that every case of the analyzer has.</summary>
internal static class AnalyzerDimensions
{
    public const string Transport = "transport";
    public const string File = "file";
    public const string Size = "size";
    public const string Connection = "connection";

    public static ComparedDimension Transports { get; } = new(Transport)
    {
        Spoken = TransportCatalog.Spoken,
    };

    public static ComparedDimension ThreadMinimums { get; } = new(ThreadMinimum.Dimension, "ThreadPool minimum");
}
