using Analyzer.Service.Features.Maintenance;
using Microsoft.Data.Sqlite;

namespace Analyzer.Service.Tests.Maintenance;

public sealed class CheckTests : IDisposable
{
    private readonly Workshop _workshop = new();

    public void Dispose() => _workshop.Dispose();

    [Fact]
    public async Task Check_SoundStore_SaysSo()
    {
        var store = await _workshop.StoreAsync("store", Workshop.Some(20));

        var (code, _, messages) = await Workshop.RunAsync($"check {store}");

        code.ShouldBe(ExitCode.Success, messages);
        messages.Trim().ShouldEndWith("reports.db is sound.");
    }

    [Fact]
    public async Task Check_ReportTamperedWith_NamesItAndFails()
    {
        var store = await _workshop.StoreAsync("store", Workshop.Some(20));
        using (var connection = new SqliteConnection($"Data Source={_workshop.File(Path.Combine("store", "reports.db"))};Pooling=false"))
        {
            connection.Open();
            using var command = connection.CreateCommand();
            command.CommandText = "UPDATE reports SET engine = 77 WHERE n = 5";
            command.ExecuteNonQuery();
        }

        var (code, _, messages) = await Workshop.RunAsync($"check {store}");

        code.ShouldBe(ExitCode.Problems);
        messages.ShouldContain("its columns differ from what the report says");
        messages.ShouldContain("is damaged: 1 problem.");
    }

    [Fact]
    public async Task Check_NoStore_SaysSo() =>
        (await Workshop.RunAsync($"check --Analyzer:DataDirectory={_workshop.File("nothing")}")).Code.ShouldBe(ExitCode.Failure);

    [Theory]
    [InlineData("chekc", "There is no command 'chekc'; there are: check, export, import.")]
    [InlineData("check --Analyzer:Store=papyrus", "The Store field does not equal")]
    [InlineData("check --Analyzer:Store=elasticsearch --Analyzer:Elasticsearch:Url=nowhere", "not an http or https address")]
    public async Task Run_BadArgument_SaysWhatIsWrong(string arguments, string message)
    {
        var (code, _, messages) = await Workshop.RunAsync(arguments);

        code.ShouldBe(ExitCode.Failure);
        messages.ShouldContain(message);
    }

    [Theory]
    [InlineData("export a b", "one file at most, not a and b")]
    [InlineData("export --Analyzer:Store elasticsearch", "write a setting as one argument")]
    public void Parse_ArgumentWithoutAPlace_SaysSo(string arguments, string message) =>
        Should.Throw<MaintenanceException>(() => CommandLine.Parse(arguments.Split(' '))).Message.ShouldContain(message);

    [Theory]
    [InlineData("")]
    [InlineData("--Analyzer:HttpPort=0 --urls x")]
    [InlineData("Analyzer:HttpPort=0")]
    public void Parse_NoCommand_LeavesTheArgumentsToTheService(string arguments)
    {
        var line = CommandLine.Parse(arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries));

        line.Command.ShouldBeNull();
        string.Join(' ', line.Settings).ShouldBe(arguments);
    }
}
