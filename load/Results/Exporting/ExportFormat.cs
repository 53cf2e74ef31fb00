namespace Load.Results.Exporting;

/// <summary>The formats that a recorded run can be turned into, by name.</summary>
internal static class ExportFormat
{
    public const string PdhCsv = "pdh-csv";
    public const string OpenMetrics = "openmetrics";
    public const string Grafana = "grafana-snapshot";

    public static readonly string[] Names = [PdhCsv, OpenMetrics, Grafana];

    public static void Write(string format, RecordedRun run, TextWriter output)
    {
        output.NewLine = "\n"; // which OpenMetrics asks for, and PDH-CSV's readers take
        Action<RecordedRun, TextWriter> write = format switch
        {
            OpenMetrics => OpenMetricsExport.Write,
            Grafana => GrafanaSnapshot.Write,
            _ => PdhCsvExport.Write,
        };
        write(run, output);
    }
}
