using Hosting.Lifetime;
using Microsoft.Data.Sqlite;

namespace Analyzer.Service.Tests.Commands;

public sealed class CheckTests : IDisposable
{
    private readonly Workshop _workshop = new();

    public void Dispose() => _workshop.Dispose();

    [Fact]
    public async Task Check_SoundStore_SaysSo()
    {
        var store = await _workshop.StoreAsync("store", Workshop.Some(20));

        var (code, _, messages) = await Workshop.RunAsync($"check {store}");

        code.ShouldBe(ExitCode.Done, messages);
        messages.Trim().ShouldEndWith("reports.db is sound.");
    }

    [Fact]
    public async Task Check_ReportTamperedWith_NamesItAndFails()
    {
        var store = await _workshop.StoreAsync("store", Workshop.Some(20));
        Execute("UPDATE reports SET engine = 77 WHERE n = 5");

        var (code, _, messages) = await Workshop.RunAsync($"check {store}");

        code.ShouldBe(ExitCode.Found);
        messages.ShouldContain("its columns differ from what the report says");
        messages.ShouldContain("is damaged: 1 problem.");
    }

    [Fact]
    public async Task CheckAndExport_ReportDamaged_NameItAndGiveAllOthers()
    {
        var reports = Workshop.Some(20);
        var store = await _workshop.StoreAsync("store", reports);
        Execute($"UPDATE reports SET report = replace(report, 'JavaScript', 'JavaScripu') WHERE id = x'{reports[7].Sha256}'");

        var (checkCode, _, found) = await Workshop.RunAsync($"check {store}");
        var (exportCode, lines, told) = await Workshop.RunAsync($"export {store}");

        checkCode.ShouldBe(ExitCode.Found);
        found.ShouldContain($"Report {reports[7].Sha256}: its checksum differs.");
        exportCode.ShouldBe(ExitCode.Found);
        told.ShouldContain($"the report of {reports[7].Sha256} is damaged, and left out");
        lines.Split('\n')[..^1].ShouldBe(Workshop.Lines(reports.Where(report => report != reports[7])));
    }

    [Fact]
    public async Task Check_NoStore_SaysSo() =>
        (await Workshop.RunAsync($"check --Analyzer:DataDirectory={_workshop.File("nothing")}")).Code.ShouldBe(ExitCode.NotDone);

    [Theory]
    [InlineData("check --Analyzer:Store=papyrus", "Analyzer:Store=papyrus is not valid: it has to be sqlite or elasticsearch.")]
    [InlineData("check --Analyzer:Stroe=sqlite", "There is no setting Analyzer:Stroe. The most similar one is Analyzer:Store.")]
    [InlineData("check --Analyzer:Store=elasticsearch --Analyzer:Elasticsearch:Url=nowhere", "not an http or https address")]
    public async Task Run_BadArgument_SaysWhatIsWrong(string arguments, string message)
    {
        var (code, _, messages) = await Workshop.RunAsync(arguments);

        code.ShouldBe(ExitCode.NotDone);
        messages.ShouldContain(message);
    }

    private void Execute(string sql)
    {
        using var connection = new SqliteConnection($"Data Source={_workshop.File(Path.Combine("store", "reports.db"))};Pooling=false");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery().ShouldBeGreaterThan(0);
    }
}
