using Hosting.Settings;
using Hosting.Tests.Hello;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using static Hosting.Tests.Settings.HelloStart;

namespace Hosting.Tests.Settings;

/// <summary>
/// Settings in the forms of other programs' files: each has the meaning that its author has in mind, or is refused by a sentence with the
/// setting, the text, and how to write it.
/// </summary>
public sealed class SpellingTests
{
    private const string NoSize = "It has to be a number of bytes such as 64KiB or 1GiB from 0 to 1PiB.";
    private const string NoTime = "It has to be a time such as 30s, 15min or 90d from 0s to 36500d, or empty.";

    [Theory]
    [InlineData("PaperBytes=512mb", "512mb counts by 1024 for some programs and by 1000 for others: write 512MiB or 512MB. " + NoSize)]
    [InlineData("PaperBytes=10m", "10m counts by 1024 for some programs and by 1000 for others: write 10MiB or 10MB. " + NoSize)]
    [InlineData("PaperBytes=1 kb", "1 kb counts by 1024 for some programs and by 1000 for others: write 1KiB or 1kB. " + NoSize)]
    [InlineData("PaperBytes=1h30m", "1h30m is no number of bytes. " + NoSize)]
    [InlineData("PaperBytes=1,000", "1,000 is no whole number. " + NoSize)]
    [InlineData("PaperBytes=99EiB", "99EiB is too much. " + NoSize)]
    [InlineData("Pause=604800000", "604800000 has no unit. " + NoTime)]
    [InlineData("Pause=10MB", "10MB is no time: MB is no unit of it. " + NoTime)]
    [InlineData("Pause=infinity", "infinity is no time. " + NoTime)]
    [InlineData("Pause=24:00:00", "24:00:00 has more hours than a day: write 24h, or 1.00:00:00. " + NoTime)]
    [InlineData("Pause=1:30", "1:30 is no time: write hours, minutes and seconds, such as 00:05:00. " + NoTime)]
    [InlineData("Pause=2y", "2y has no fixed length, because a year has none: write days, such as 365d. " + NoTime)]
    [InlineData("Loud=loud", "loud is neither true nor false. It has to be true or false.")]
    [InlineData("Patience=3k", "3k is no whole number. It has to be a number from 1 to 9.")]
    [InlineData("Patience=4KiB", "4KiB is no whole number. It has to be a number from 1 to 9.")] // a count has no unit
    [InlineData("Tone=1", "it has to be plain or warm.")]
    [InlineData("Tone=plain,warm", "it has to be plain or warm.")]
    [InlineData(
        "Friends=[\"Ada\"; \"Grace\"]",
        "[\"Ada\"; \"Grace\"] is no list: write it like a,b or [\"a\", \"b\"]. It has to be a list.")]
    public void Text_ThatCanMeanSomethingElse_IsRefusedWithAllThatAPersonNeeds(string setting, string why) =>
        Words($"--Hello:Manners:{setting}").ShouldBe($"Hello:Manners:{setting} is not valid: {why}");

    [Theory]
    [InlineData("yes", true)]
    [InlineData("On", true)]
    [InlineData("1", true)]
    [InlineData(" TRUE ", true)]
    [InlineData("no", false)]
    [InlineData("off", false)]
    [InlineData("0", false)]
    [InlineData("False", false)]
    public void Flag_InTheWordsOfOtherPrograms_IsRead(string text, bool loud) =>
        Options($"--Hello:Manners:Loud={text}").Loud.ShouldBe(loud);

    [Theory]
    [InlineData("--Hello:Manners:Friends=Ada, Grace")]
    [InlineData("--Hello:Manners:Friends=[\"Ada\", \"Grace\",]")]
    [InlineData("--Hello:Manners:Friends:0=Ada", "--Hello:Manners:Friends:1=Grace")]
    public void List_InEachForm_IsRead(params string[] settings) => Options(settings).Friends.ShouldBe(["Ada", "Grace"]);

    [Theory]
    [InlineData("--Hello:Manners:Places=Bern,[::1]:53", "Bern,[::1]:53")]
    [InlineData("--Hello:Manners:Places=[\"Bern\", \"Basel\"]", "Bern,Basel")]
    [InlineData("--Hello:Manners:Places:0=Bern", "Bern")]
    [InlineData("--Hello:Manners:Places=", "")]
    [InlineData("--Hello:Manners:Places=[::1]", "[::1]")]
    [InlineData("--Hello:Manners:Places=[::1], [::2]", "[::1], [::2]")]
    public void ListText_InEachForm_IsRead(string setting, string places) => Options(setting).Places.ShouldBe(places);

    [Theory]
    [InlineData("Places", "[\"Ada\"; \"Grace\"]")]
    [InlineData("Places", "['Ada', 'Grace']")] // as Python prints a list, and with it Ansible
    [InlineData("Friends", "['Ada', 'Grace']")]
    [InlineData("Friends", "[Ada Grace]")] // as Go prints one, and with it Helm
    public void List_AsATemplatePrintsIt_IsRefused(string key, string text) => Words($"--Hello:Manners:{key}={text}").ShouldBe(
        $"Hello:Manners:{key}={text} is not valid: {text} is no list: write it like a,b or [\"a\", \"b\"]. It has to be a list.");

    [Fact]
    public void List_InAFileAndAsOneTextAfterIt_IsThatText()
    {
        using var folder = new TempDirectory();
        var file = folder.Combine("a.json");
        File.WriteAllText(file, """{ "Hello": { "Manners": { "Friends": ["Ada", "Grace", "Edith"], "Places": ["Bern", "Basel"] } } }""");

        Options($"--config={file}").Places.ShouldBe("Bern,Basel");
        var options = Options($"--config={file}", "--Hello:Manners:Friends=Emmy", "--Hello:Manners:Places=Thun");

        options.Friends.ShouldBe(["Emmy"]);
        options.Places.ShouldBe("Thun");
    }

    [Theory]
    [InlineData("--Hello:Manners:Tone=WARM")]
    [InlineData("--hello:manners:tone=warm")]
    public void Name_InAnotherCase_IsRead(string setting) => Options(setting).Tone.ShouldBe(HelloTone.Warm);

    [Fact]
    public void Format_InAnotherCase_IsRead() =>
        Services("--Hello:LogFormat=JSON").GetRequiredService<IOptions<HostSettings>>().Value.LogFormat.ShouldBe("json");

    [Theory]
    [InlineData("localhost", "127.0.0.1")]
    [InlineData("[::1]", "::1")]
    [InlineData(" 127.0.0.1 ", "127.0.0.1")]
    public void Address_InAnotherForm_IsRead(string text, string address) =>
        Services($"--Hello:Address={text}").GetRequiredService<IOptions<HostSettings>>().Value.Address.ShouldBe(address);

    [Theory]
    [InlineData("0.0.0.0:5080", ". The port stands in Hello:HttpPort.")]
    [InlineData("[::1]:5080", ". The port stands in Hello:HttpPort.")]
    [InlineData(":5080", ". The port stands in Hello:HttpPort.")]
    [InlineData("127.1", ".")] // 127.0.0.1 for .NET
    [InlineData("5080", ".")] // 0.0.19.216
    [InlineData("*", ".")]
    [InlineData("http://127.0.0.1", ".")]
    [InlineData("everywhere", ".")]
    public void Address_ThatIsNone_IsRefused(string text, string end) => Words($"--Hello:Address={text}").ShouldBe(
        $"Hello:Address={text} is not valid: it has to be an IP address, such as 127.0.0.1 or ::1, or localhost; 0.0.0.0 is every address "
            + $"of this machine{end}");

    [Theory]
    [InlineData(":5080", ":5080 is no whole number", " The address stands in Hello:Address.")]
    [InlineData("127.0.0.1:5080", "127.0.0.1:5080 is no whole number", " The address stands in Hello:Address.")]
    [InlineData("http", "http is no whole number", "")]
    [InlineData("", "It is empty", "")]
    public void Port_ThatIsNone_IsRefused(string text, string why, string end) => Words($"--Hello:HttpPort={text}").ShouldBe(
        $"Hello:HttpPort={text} is not valid: {why}. It has to be a number from 0 to 65535.{end}");

    [Theory]
    [InlineData("7080.0")] // a number in JSON
    [InlineData("7_080")]
    [InlineData(" 7080 ")]
    public void Port_InAnotherForm_IsTaken(string text) => Services($"--Hello:HttpPort={text}").ValidateSettings();

    [Fact]
    public void Value_WithMembers_IsRefused() => Words("--Hello:LogFormat:0=json").ShouldBe(
        "Hello:LogFormat is one value, and has no members: Hello:LogFormat:0 cannot be.");

    [Fact]
    public void Value_OfAGroup_IsRefused() => Words("--Hello:Manners=").ShouldBe( // an empty list in a file
        "Hello:Manners is a group of settings, such as Hello:Manners:Word, and has no value itself.");

    [Fact]
    public void Variable_WithOneUnderscore_IsToldWithTheNameThatCounts() => NearEnvironment.Of(
            HelloApp.Host, SettingsTable.Registered(services => services.AddHelloSettings()),
            ["HELLO_HTTP_PORT", "Hello_LogFormat", "HELLO_MANNERS_WORD", "HELLO_PORT", "HELLO_SERVICE_HOST", "Hello__GrpcPort", "PATH"])
        .ShouldBe([
            ("HELLO_HTTP_PORT", "Hello__HttpPort"), ("Hello_LogFormat", "Hello__LogFormat"), ("HELLO_MANNERS_WORD", "Hello__Manners__Word"),
        ], ignoreOrder: true);

    private static HelloOptions Options(params string[] settings)
    {
        var services = Services(settings);
        services.ValidateSettings();
        return services.GetRequiredService<IOptions<HelloOptions>>().Value;
    }
}
