namespace Load.Results.Exporting;

/// <summary>The formats that a recorded run can be turned into, by name.</summary>
internal static class ExportFormat
{
    public const string PdhCsv = "pdh-csv";
    public const string OpenMetrics = "openmetrics";

    public static readonly string[] Names = [PdhCsv, OpenMetrics];

    public static void Write(string format, RecordedRun run, TextWriter output)
    {
        output.NewLine = "\n"; // which OpenMetrics asks for, and PDH-CSV's readers take
        if (format == OpenMetrics)
        {
            OpenMetricsExport.Write(run, output);
        }
        else
        {
            PdhCsvExport.Write(run, output);
        }
    }
}
