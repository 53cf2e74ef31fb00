using System.Text.Json.Nodes;
using static Sigma.Streams.Tests.ReadFile;

namespace Sigma.Streams.Tests;

/// <summary>Records of Linux' audit: those of one event are one record, and nobody who is named in them hides a field.</summary>
public sealed class AuditdTests
{
    [Fact]
    public void Read_LinesOfAuditd_AreOneRecordForEachEvent()
    {
        var read = Read("""
            type=SYSCALL msg=audit(1364481363.243:24287): arch=c000003e syscall=59 a0=7f comm="cat" exe="/bin/cat" key="k"
            type=EXECVE msg=audit(1364481363.243:24287): argc=2 a0="cat" a1=2F746D702F612062
            type=USER_LOGIN msg=audit(1364481364.000:24288): pid=1 msg='op=login acct="root" exe="/usr/sbin/sshd" res=failed'
            type=PROCTITLE msg=audit(1364481363.243:24287): proctitle=636174002F746D70
            type=EOE msg=audit(1364481363.243:24287):

            """);

        read.Records.Count.ShouldBe(2);
        var first = JsonNode.Parse(read.Records[0])!;
        first["type"]!.AsArray().Select(type => (string)type!).ShouldBe(["SYSCALL", "EXECVE", "PROCTITLE"]);
        first["a0"]!.AsArray().Select(value => (string)value!).ShouldBe(["7f", "cat"]);
        ((string)first["a1"]!).ShouldBe("/tmp/a b");
        ((string)first["proctitle"]!).ShouldBe("cat /tmp");
        ((string)first["@timestamp"]!).ShouldBe("2013-03-28T14:36:03.243Z");
        var second = JsonNode.Parse(read.Records[1])!;
        ((string)second["acct"]!).ShouldBe("root");
        ((string)second["type"]!).ShouldBe("USER_LOGIN");
    }

    [Fact]
    public void Read_OutputOfAusearch_JoinsTheArgumentsThatStandInPieces()
    {
        var read = Read("""
            ----
            time->Thu Mar 28 14:36:03 2013
            type=EXECVE msg=audit(1364481363.243:1): argc=2 a0="sh" a1_len=12 a1[0]=2D63
            type=EXECVE msg=audit(1364481363.243:1): a1[1]=20696420
            ----
            type=DAEMON_CONFIG msg=audit(1364481364.000:2) config changed, auid=0 pid=1512 res=success

            """);

        read.Notes.ShouldBeEmpty();
        read.Records.Count.ShouldBe(2);
        ((string)JsonNode.Parse(read.Records[0])!["a1"]!).ShouldBe("-c id ");
        ((string)JsonNode.Parse(read.Records[1])!["res"]!).ShouldBe("success");
    }

    [Fact]
    public void Read_AnAccountWithAnApostrophe_HidesNoFieldBehindIt()
    {
        var read = Read("""
            type=USER_AUTH msg=audit(1670330949.860:1): pid=1 msg='op=a acct="x' res=success y" exe="/b/c" res=failed'
            type=SYSCALL msg=audit(1670330949.860:2): pid=1 key=61620163
            type=USER_AUTH msg=audit(1670330949.860:3): msg='op=a " acct=b res=failed'

            """).Records.Select(record => JsonNode.Parse(record)!).ToList();

        ((string)read[0]["acct"]!).ShouldBe("x' res=success y");
        ((string)read[0]["res"]!).ShouldBe("failed");
        read[1]["key"]!.AsArray().Select(key => (string)key!).ShouldBe(["ab", "c"]);
        ((string)read[2]["res"]!).ShouldBe("failed");
    }
}
